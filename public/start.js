// Says so where a first part of the page does not come, and why, instead of leaving it blank. It stands by itself, for
// what it would depend on may be what is missing, and its name has no digest, so that a newer site has it too. It is
// read by old browsers as well.

const message = document.querySelector('.not-begun');
const tell = (why) => {
  message.querySelector('.not-begun-why').textContent = why;
  message.removeAttribute('hidden');
};
/** A page that came in spite of it would be of no use. */
const hidePage = () => document.querySelector('#root').setAttribute('hidden', '');

// What the page cannot do without, by its youngest name.
const needed = [
  ['WebAssembly', () => typeof WebAssembly === 'object'],
  [
    'module workers',
    () => typeof Worker === 'function' && 'noModule' in document.createElement('script'),
  ],
  ['Array.prototype.toSorted', () => typeof [].toSorted === 'function'],
  ['AbortSignal.any', () => typeof AbortSignal.any === 'function'],
  ['light-dark() of CSS', () => CSS.supports('color', 'light-dark(red, blue)')],
];
const lacks = ([, isThere]) => {
  try {
    return !isThere();
  } catch {
    return true;
  }
};
const missing = needed.filter(lacks).map(([name]) => name);
if (missing.length > 0) {
  hidePage();
  tell(
    'This browser is too old, or lacks what the page needs: ' +
      missing.join(', ') +
      '. Chrome and Edge from 123, Firefox from 124 and Safari from 17.5 have it.',
  );
}

try {
  localStorage.getItem('');
} catch {
  message.querySelector('.not-begun-kept').textContent =
    'This browser keeps nothing for the page: its storage is refused.';
}

const AWAY = 'A part of it did not come: the network is away, or the site does not answer.';
const REPLACED =
  'Something else came in the place of a part: the site has a newer version by now, or the network wants you to sign in first.';
const DAMAGED = 'A part of it came damaged, or cut off.';

// Why a part does not come; nothing where it is there and whole by now.
const causeOf = (address) =>
  fetch(address, { cache: 'reload' })
    .then((answer) => {
      const type = answer.headers.get('Content-Type') || '';
      if (!answer.ok || type.indexOf('text/html') === 0) return REPLACED;
      return answer.text().then(
        () => '',
        () => DAMAGED,
      );
    })
    .catch(() => AWAY);

// The first cause that is found stays. Of a script it may be one that it imports.
let asked = missing.length > 0;
const find = (address) => {
  if (asked) return;
  asked = true;
  tell('A part of it did not come.');
  const imported = [...document.querySelectorAll('link[rel=modulepreload]')];
  Promise.all([address, ...imported.map(({ href }) => href)].map(causeOf)).then((causes) =>
    tell(causes.find((cause) => cause !== '') || AWAY),
  );
};

const first = [...document.querySelectorAll('script, link[rel=stylesheet]')];
const addressOf = (part) => part.src || part.href;
for (const part of first) part.addEventListener('error', () => find(addressOf(part)));
// A script that was cut is an error of the window.
addEventListener('error', ({ error, filename }) => {
  if (error instanceof SyntaxError && document.querySelector('#root:empty') && !asked) {
    asked = true;
    tell(first.some((part) => addressOf(part) === filename) ? DAMAGED : REPLACED);
  }
});
// A style sheet that had failed before this was there has no rules.
const isEmpty = ({ sheet }) => {
  try {
    return !sheet || !sheet.cssRules.length;
  } catch {
    return true;
  }
};
// Those that are still on their way are heard of, or there.
addEventListener('load', () => {
  const empty = first.find((part) => part instanceof HTMLLinkElement && isEmpty(part));
  if (!empty) return;
  hidePage();
  find(addressOf(empty));
});
// What never answers is said after half a minute.
setTimeout(() => {
  if (document.querySelector('#root:empty') && !asked) tell(AWAY);
}, 30000);

message.querySelector('button').addEventListener('click', async () => {
  // Not what the browser has kept of the page: that names the parts which do not come.
  await fetch(location.href, { cache: 'reload' }).catch(() => undefined);
  location.reload();
});
