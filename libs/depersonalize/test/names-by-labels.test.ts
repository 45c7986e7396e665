import { found } from './find-spans';

/** English forms, lists and talk, in which a label, a cell or the words around say who is named. */
describe('English names that labels, cells and words around show', () => {
  test.each([
    ['a patient', 'Pt: Opal Tsosie   DOB on file', ['Opal Tsosie']],
    ['a surname first', 'Patient: Ekwueme, Joy B.   Sex: F', ['Ekwueme, Joy B.']],
    [
      'a table of surnames and initials',
      'no|who|grade\n17|Hartigan, P R|B\n18|Ndlovu, S|C',
      ['Hartigan, P R', 'Ndlovu, S'],
    ],
    ['parts of a name', 'Last name: Baptiste-Cole\nFirst names: Lorna May', ['Baptiste-Cole', 'Lorna May']],
    ['who is married', 'In re the Marriage of: Min-ji Seo, Petitioner', ['Min-ji Seo']],
    [
      'a party',
      'Consuelo Barrera, Petitioner, v. Dale Hutchins, Respondent.',
      ['Consuelo Barrera', 'Dale Hutchins'],
    ],
    ['a statement', 'Statement of: Callum Idris Whitford   Age: over 18', ['Callum Idris Whitford']],
    [
      'speakers with halves of the day',
      '[8:02 AM] Priya: hi all\n[8:03 AM] Trent: morning\n[8:09 PM] Priya: bye',
      ['Priya', 'Trent', 'Priya'],
    ],
    ['small letters', 'hi tom its yasmeen from number 9, no hot water', ['tom', 'yasmeen']],
    ['surnames', 'post for surnames Hathersage and Brinkhof', ['Hathersage', 'Brinkhof']],
    ['whom to ask for', 'Clean, one owner. Ask for Thuy.', ['Thuy']],
    ['a sign-off', 'All sorted now. Thanks, Astrid (Payroll)', ['Astrid']],
    ['whose number it is', "Saskia's IBAN is on the fridge", ['Saskia']],
  ])('%s', (_, text, names) => {
    expect(found('PERSON', text)).toEqual(names);
  });

  test.each([
    ['Rx   Winston Maseko MD   DEA on file', 'Winston Maseko'],
    ['Yours sincerely,\nMr K. Sundaram, Consultant', 'K. Sundaram'],
    ['We act for Mrs Sinead Devlin of Belfast.', 'Sinead Devlin'],
    ['Prescriber: Dr. Tobias Oyelowo    DEA# on file', 'Tobias Oyelowo'],
  ])('without titles, degrees and the next label: %s', (text, name) => {
    expect(found('PERSON', text)).toEqual([name]);
  });

  test.each([
    'Owner: City of Dayton\nSigned: Branch Manager\nPatient: Not seen',
    'COVINA, CA 91724\nBEAUMONT, TX 77701',
    "Cohen's d was 0.4 and the Reynolds number was 900.",
    'Returned the Dr. Martens at the John Lewis on Queen Street in June.',
    'Please see below. Thanks, Accounts',
    'Fly to Lyon, France',
  ])('but these name nobody: %s', (text) => {
    expect(found('PERSON', text)).toEqual([]);
  });
});
