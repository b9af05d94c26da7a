// Says so where a first part of the page does not come, instead of leaving it blank. It stands by itself, for what it
// would depend on may be what is missing, and its name has no digest, so that a newer site has it too.

const message = document.querySelector('.not-begun');
const tell = () => message?.removeAttribute('hidden');

const first = [...document.querySelectorAll('script, link[rel=stylesheet]')];
for (const part of first) part.addEventListener('error', tell);
// A style sheet that had failed before this was there has no rules.
const isEmpty = ({ sheet }) => {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
};
// Those that are still on their way are heard of, or there.
addEventListener('load', () => {
  if (first.some((part) => part instanceof HTMLLinkElement && isEmpty(part))) tell();
});

message?.querySelector('button')?.addEventListener('click', async () => {
  // Not what the browser has kept of the page: that names the parts which do not come.
  await fetch(location.href, { cache: 'reload' }).catch(() => undefined);
  location.reload();
});
