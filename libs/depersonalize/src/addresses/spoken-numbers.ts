const ones =
  'один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать|тринадцать|четырнадцать|' +
  'пятнадцать|шестнадцать|семнадцать|восемнадцать|девятнадцать';
const tens = 'двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто';
const hundreds = 'сто|двести|триста|четыреста|пятьсот|шестьсот|семьсот|восемьсот|девятьсот';

/** A number to 999 in words: «сто двадцать три», a source of a regular expression. */
export const spokenNumber = `(?:(?:${hundreds})(?:[ ](?:${tens}))?(?:[ ](?:${ones}))?|(?:${tens})(?:[ ](?:${ones}))?|(?:${ones}))(?![\\p{L}])`;

const houseInWords = /(?<!\p{L})дом (?:номер )?(?:од|дв|тр|че|пя|ше|се|во|де|сор|сто)[а-я]{0,12}[, ]/iu;

/** Whether a house may be written in words. */
export function isDictated(text: string): boolean {
  return houseInWords.test(text);
}
