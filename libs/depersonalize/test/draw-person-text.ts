import fc from 'fast-check';

const people = [
  'Иван Петров', 'Ивана Петрова', 'Петрову', 'Анна Цой', 'Анне Цой', 'Дюма', 'Мария Грачёва', 'Маша', 'Грачёвой', 'Артём Эдуардович',
  'Волков А. Э.', 'А. Э. Волкову', 'ШТЕРН ОЛЕГ ИЛЬИЧ', 'любовь орлова', 'Петровы', 'Фарид Акиф оглы Мирзоев', 'Томас ван дер Берг',
  'Голенищева-Кутузова Мария-Луиза', 'John Smith', 'Smith', 'Bob', "O'Brien", 'Ivan Petrov', 'J. R. Miller', '王小明', 'Ё', 'Ким',
]; // prettier-ignore

/** Texts made of names only, in random order, marked for `markPeople`. */
export const personTexts: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...people), fc.constantFrom(' ', ', ', '. ', ' и ', ' у ', '\n')), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.map(([name, gap]) => `[[${name}]]${gap}`).join(''));
