import { obliqueStem } from './oblique-stem';

const irregular: Readonly<Record<string, string>> = {
  яков: 'яковл',
  михаил: 'михайл',
  гавриил: 'гаврил',
  самуил: 'самуйл',
  илья: 'иль',
  иов: 'иовл',
};

/** What stands before «-ович», «-евич», «-ич» for a folded father's name: «андре», «васили» and «василь». The usual one first. */
export function patronymicStems(father: string): string[] {
  const known = irregular[father] ?? obliqueStem(father);
  if (known !== undefined && known !== null) return [known];
  if (father.endsWith('ий')) {
    const stem = father.slice(0, -2);
    // «Васильевич», but «Дмитриевич», «Георгиевич»
    const isHeavy = /(?:[^аеиоуыэюя]{2}|[гкх])$/u.test(stem);
    return isHeavy ? [`${stem}и`, `${stem}ь`] : [`${stem}ь`, `${stem}и`];
  }
  if (/[йьая]$/u.test(father)) return [father.slice(0, -1)];
  return [father];
}
