/** What a word does in a name. `suffix`: «мл.», “Jr”. */
export type NameRole = 'first' | 'patronymic' | 'surname' | 'initial' | 'particle' | 'suffix';
