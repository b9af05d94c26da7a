/** Initial depth limit, and the factor if it was too small. */
export const DEPTH = { first: 100_000, deeper: 20 } as const;

/** Above any time: a bound that rules out nothing. */
export const NO_BOUND = '9223372036854775807';

/** Runs a shard's searches: POSIX shell with awk, sed, grep, sort, mktemp and sha256sum or shasum.
 * Fixed text, whatever is exported. */
export const RUN_SHARD = `#!/bin/sh
# run-shard N: makes the searches of shard N of shards.json, and writes reports/N.report.
# What was done before is not done again: searches that came to their end are kept in work/. A search that was
# cut off is made again. MEMORY (in MB) and LIMIT (in seconds) take the place of
# the limits in shards.json.
set -u
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")" || exit 2
top=$(pwd)

stop() {
  echo "run-shard: $*" >&2
  exit 2
}

case \${1:-} in
'' | *[!0-9]*) stop "name a shard by its number, such as: ./run-shard 1" ;;
esac
shard=$(printf %s "$1" | sed 's/^0*//')
name=$(printf %04d "\${shard:-0}")
line=$(sed -n "/^{\\"shard\\":\${shard:-0},/{p;q;}" shards.json)
[ -n "$line" ] || stop "shards.json has no shard $1"
[ -x pan ] || [ -x pan-random ] || stop "there is no verifier: run make first"

if command -v sha256sum >/dev/null 2>&1; then hash() { sha256sum | cut -d' ' -f1; }
elif command -v shasum >/dev/null 2>&1; then hash() { shasum -a 256 | cut -d' ' -f1; }
else stop "there is neither sha256sum nor shasum"; fi
# A field of a line of shards.json, the last of that name, for parameters may have any: a number, or a text between
# quotes.
field() { printf '%s\\n' "$1" | sed -n 's/.*"'"$2"'":"\\{0,1\\}\\([^",}]*\\).*/\\1/p'; }
# The number of a search: its first field.
number() { printf '%s\\n' "$1" | sed 's/^{"search":\\([0-9]*\\),.*/\\1/'; }

model=$(hash <model.pml)
# What is asked must be what was built: a changed model has another proof.
[ "$model" = "$(field "$(head -n 1 shards.json)" model)" ] || stop "model.pml is not the one that was exported"
memory=\${MEMORY:-$(field "$line" memoryMB)}
seconds=\${LIMIT:-$(field "$line" seconds)}
first=$(field "$line" bound)
both=$(head -n 1 shards.json | sed -n 's/.*"next":true.*/1/p')
start=$(field "$(head -n 1 shards.json)" depth)
kind=$(field "$(head -n 1 shards.json)" kind)
report=reports/$name.report
mkdir -p reports bounds trails "work/$name" || exit 2
# Another try, or the same shard elsewhere, must not find what is half done.
tries=$(uname -n).$$
# The hash of a large plan takes longer than many a search: it is kept as long as the file is the same.
looks=$(ls -ln shards.json)
if [ work/plan -nt shards.json ] && [ "$(head -n 1 work/plan)" = "$looks" ]; then plan=$(tail -n 1 work/plan); else
  plan=$(hash <shards.json)
  { printf '%s\\n%s\\n' "$looks" "$plan" >"work/$name/plan.$tries" && mv "work/$name/plan.$tries" work/plan; } ||
    stop "work/$name cannot be written: is there room?"
fi

# Whether a report is whole: its last line has the hash of all before.
intact() {
  [ -f "$1" ] || return 1
  end=$(tail -n 1 "$1" | sed -n 's/^@end //p')
  [ -n "$end" ] && [ "$end" = "$(sed '$d' "$1" | hash)" ]
}
if intact "$report" && grep -q "^@model $model\\$" "$report" && grep -q "^@plan $plan\\$" "$report" &&
  ! grep -q '^@cut' "$report"; then
  echo "shard $shard: done before"
  exit 0
fi

# The times that are known of configurations, the least of each: "584 WG=16 TS=4".
known() {
  cat bounds/* 2>/dev/null | awk '
    { t = $1; $1 = ""; if (!($0 in time) || t + 0 < time[$0] + 0) time[$0] = t }
    END { for (c in time) print time[c] c }' | sort -n
}
# The bound of a search: the best time that is known anywhere, or for both the best and the next the next.
bound() {
  if [ "$1" = optima ] && [ -n "$both" ]; then
    best=$(known | awk 'NR == 1 { m = $1 } $1 + 0 > m + 0 { print $1; exit }')
  else best=$(known | awk '{ print $1; exit }'); fi
  printf '%s\\n' "\${best:-\${first:-${NO_BOUND}}}"
}

here=
trap '[ -z "$here" ] || rm -rf "$here"' EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# run VERIFIER FILE OPTIONS WORDS: one run of the verifier, as deep as it has to go, into FILE.
run() {
  verifier=$1 file=$2 options=$3 words=$4
  depth=$start
  most=$((memory * 7864))
  while :; do
    here=$(mktemp -d "$top/work/$name/run.XXXXXX") || stop "no folder can be made in work/$name: is there room, and may it be written?"
    # A table that is cut would be another question.
    cp model.pml "$here" && { [ ! -f programs ] || cp programs "$here"; } || stop "work/$name cannot be written: is there room?"
    {
      cd "$here" || exit 2
      ulimit -v $((memory * 1024)) 2>/dev/null
      # pan ends by itself at an interrupt, and says how far it came.
      if command -v timeout >/dev/null 2>&1; then timeout -s INT -k 20 "$seconds" "$top/$verifier" $options "-m$depth" $words
      else "$top/$verifier" $options "-m$depth" $words; fi 2>&1
      echo "@status $?"
    } | awk '
      /^Depth=/ { next }
      /^@finish / && seen[$0]++ { next }
      /^pan:[0-9]+: / { kind = $0; sub(/^pan:[0-9]+: /, "", kind); sub(/ *\\(at depth.*/, "", kind); if (seen[kind]++) next }
      { print }' >"$file.$tries" || stop "work/$name cannot be written: is there room?"
    cd "$top" || exit 2
    # The trail of the best run is the one that follows the last line of a time; later ones go beyond the end.
    trail=$(awk '/^@finish /{ seen = 1 } /^pan: wrote / && (seen || last == "") { last = $3; seen = 0 } END { print last }' "$file.$tries")
    if [ -n "$trail" ] && [ -f "$here/$trail" ]; then mv "$here/$trail" "$file.trail.$tries"; else rm -f "$file.trail.$tries"; fi
    rm -rf "$here"
    here=
    grep -q '^error: max search depth too small' "$file.$tries" || break
    deeper=$((depth * ${DEPTH.deeper}))
    [ "$deeper" -le "$most" ] || break
    depth=$deeper
  done
}

# Whether all of a search was seen.
through() {
  grep -q '^State-vector ' "$1" &&
    ! grep -q -e '^Warning: Search' -e '^error: max search depth' -e '^pan: out of memory' -e '^Interrupted' "$1"
}

# Whether a search may end at its first error without being cut off.
stops() { grep -q -e '^pan:[0-9]*: ' -e '^@fault ' "$1"; }

search() {
  number=$(number "$1") purpose=$(field "$1" purpose) pan=$(field "$1" pan) said=$(field "$1" words)
  out=work/$name/$number.out
  [ ! -f "$out" ] || return 0
  verifier=pan
  [ "$kind" = proof ] || verifier=pan-random
  if [ "$purpose" = deadlock ] || [ "$purpose" = census ]; then t=-1; else t=$(bound "$purpose"); fi
  run "$verifier" "$out" "$pan" "$said T=$t"
  cut=
  if [ "$kind" = proof ] && ! through "$out.$tries"; then
    if [ "$purpose" = deadlock ] || grep -q '^@fault ' "$out.$tries"; then stops "$out.$tries" || cut=1; else cut=1; fi
  fi
  {
    echo "@search $number T=$t depth=$depth memory=$memory" &&
      grep -v '^pan: wrote ' "$out.$tries" &&
      { [ -z "$cut" ] || echo "@cut"; } &&
      { [ ! -f "$out.trail.$tries" ] || { echo "@trail $said T=$t" && cat "$out.trail.$tries"; }; }
  } >"$out.whole.$tries" || stop "work/$name cannot be written: is there room?"
  rm -f "$out.$tries" "$out.trail.$tries"
  # What was cut off is reported, and made again when the shard is run again.
  if [ -n "$cut" ]; then mv "$out.whole.$tries" "work/$name/$number.cut"; else
    mv "$out.whole.$tries" "$out"
    rm -f "work/$name/$number.cut"
  fi
  share
}

# The times that this shard has found, for the others: a file of its own, so that nobody waits for anybody. Only
# what makes the bound of others less, for everybody reads all these files.
share() {
  sed -n 's/^@finish time=//p' "work/$name"/*.out "work/$name"/*.cut 2>/dev/null | sort -n | head -n 40 >"work/$name/bounds.$tries"
  if awk -v most="$(bound optima)" '$1 + 0 < most + 0 { less = 1 } END { exit !less }' "work/$name/bounds.$tries"; then
    mv "work/$name/bounds.$tries" "bounds/$name"
  else rm -f "work/$name/bounds.$tries"; fi
}

# They stand together.
awk -v own="^[{]\\"search\\":[0-9]*,\\"shard\\":$shard," '$0 ~ own { print; seen = 1; next } seen { exit }' shards.json \\
  >"work/$name/searches.$tries" || stop "work/$name cannot be written: is there room?"
while IFS= read -r one; do search "$one"; done <"work/$name/searches.$tries"

# The run behind the best time: found again by itself, for its trail, by the first who is there.
least=$(known | awk '{ print $1; exit }')
mine=$(grep -l "^@finish time=\${least:-none} " "work/$name"/*.out 2>/dev/null | grep -v trail.out | head -n 1)
if [ -n "$mine" ] && [ ! -f "trails/$least" ] && ! grep -q '^@trail ' "$mine"; then
  number=$(basename "$mine" .out)
  said=$(field "$(grep "^{\\"search\\":$number," "work/$name/searches.$tries")" words | sed 's/report=1/report=0/; s/prune=0/prune=1/; s/improve=1/improve=0/')
  # Without -c0 and -e it stops at the first run that it finds.
  options=$(field "$(grep "^{\\"search\\":$number," "work/$name/searches.$tries")" pan | sed 's/ -c0//; s/ -e / /')
  out=work/$name/trail.out
  run pan "$out" "$options" "$said T=$least"
  if [ -f "$out.trail.$tries" ]; then
    { echo "@trail $said T=$least"; cat "$out.trail.$tries"; } >"$out.whole.$tries"
    mv "$out.whole.$tries" "$out"
    : >"trails/$least"
  fi
  rm -f "$out.$tries" "$out.trail.$tries"
fi

{
  echo "@report 1"
  echo "@shard $shard"
  echo "@model $model"
  echo "@plan $plan"
  echo "@host $(uname -n)"
  while IFS= read -r one; do
    number=$(number "$one")
    # The same shard elsewhere may have come to its end meanwhile.
    out=work/$name/$number
    cat "$out.out" 2>/dev/null || cat "$out.cut" 2>/dev/null || cat "$out.out"
  done <"work/$name/searches.$tries"
  [ ! -f "work/$name/trail.out" ] || cat "work/$name/trail.out"
} >"work/$name/report.$tries"
echo "@end $(hash <"work/$name/report.$tries")" >>"work/$name/report.$tries"
# A full disk cuts what is written without a word of awk or cat.
grep -q "^@shard $shard$" "work/$name/report.$tries" && intact "work/$name/report.$tries" ||
  stop "the report cannot be written: is there room?"
rm -f "work/$name/searches.$tries"
mv "work/$name/report.$tries" "$report"
if grep -q '^@cut' "$report"; then
  echo "shard $shard: cut off by its memory, time or depth; give it more (MEMORY=, LIMIT=) and run it again" >&2
  exit 1
fi
echo "shard $shard: done"
`;
