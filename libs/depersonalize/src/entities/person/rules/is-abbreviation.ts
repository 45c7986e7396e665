/** Pairs of consonants that names of some people begin with; a word in capitals with others is no name. */
const onsets = new Set(
  (
    'bh bj bl br bw by ch chr cl cr cw cy cz dh dj dl dm dr dv dw dy dz fj fl fr fy gb gd gh gj gl gn gr gv gw gy hj hl hm hn ' +
    'hr hv hw hy jh jy kh kj kl km kn kp kr ks kv kw ky lh lj ll lw ly mb mc md mg mh mj mk ml mm mn mr ms mt mv mw my nd ng nh nj ' +
    'nk nn nt nw ny nz ph pf pl pn pr ps pt pw py qh rh rw ry rz sc sd sg sh sj sk sl sm sn sp sq sr st sv sw sy sz tc th tj ' +
    'tk tl tm tr ts tv tw tx ty tz vh vl vr vy wh wl wr wy xh xy zb zd zg zh zl zm zn zr zs zv zw zy'
  ).split(' '),
);
/** As long as that no name begins with consonants, but for those that are written “Sch” or “Mc”. */
const longOnset = /^(?!sch|mc)[bcdfghjklmnpqrstvwxz]{4}/;
const onset = /^[bcdfghjklmnpqrstvwxz]{2}/;
const offices = new Set('dvla hmrc dvsa ofcom hmcts usps uscis cdc fda epa osha faa irs dmv'.split(' '));
const capitals = /(?<![\p{L}.])[A-Z]{3,}(?![\p{L}.])/gu;
const SHORTEST = 4;

/** Whether what was taken for a name is an abbreviation: “DVLA Swansea”, “CPIM”. */
export function isAbbreviation(written: string): boolean {
  const words = written.match(capitals);
  return words?.some((word) => isNoWord(word.toLowerCase())) ?? false;
}

function isNoWord(word: string): boolean {
  if (offices.has(word)) return true;
  if (word.length < SHORTEST) return false;
  const pair = onset.exec(word)?.[0];
  return longOnset.test(word) || (pair !== undefined && !onsets.has(pair)) || !/[aeiouy]/.test(word);
}
