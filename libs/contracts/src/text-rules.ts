import Joi from 'joi';

/** Length in Unicode code points, the unit of all text limits of the API. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const isPair = unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i += 1;
    count += 1;
  }
  return count;
}

/** Whether a text has more than `max` code points. A code point is at most two UTF-16 units, so most texts need no count. */
export function hasMoreCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || countCodePoints(text) > max;
}

/**
 * A string of `min` to `max` code points. Lone surrogates become U+FFFD, because UTF-8, and so the database and
 * the wire format, cannot represent them; everything else, control characters included, is unchanged.
 */
export function textOf(min: number, max: number): Joi.StringSchema {
  const tooShort = `must have at least ${min} characters`;
  // A value of `allow` skips every rule, so the empty string is allowed only with `min` 0.
  const text = min === 0 ? Joi.string().allow('') : Joi.string().messages({ 'string.empty': tooShort });
  return text
    .meta({ json: { ...(min > 0 && { minLength: min }), maxLength: max } })
    .custom((value: string, helpers) => {
      if (hasMoreCodePoints(value, max)) {
        return helpers.message({ custom: `must have at most ${max} characters` });
      }
      if (countCodePoints(value) < min) return helpers.message({ custom: tooShort });
      return value.isWellFormed() ? value : value.toWellFormed();
    });
}

/** An ISO 639-1 language code, converted to lower case. */
export function languageCode(): Joi.StringSchema {
  return Joi.string()
    .meta({ json: { pattern: '^[A-Za-z]{2}$', minLength: 2, maxLength: 2 } })
    .custom((value: string, helpers) =>
      /^[A-Za-z]{2}$/.test(value)
        ? value.toLowerCase()
        : helpers.message({ custom: 'must be an ISO 639-1 code of exactly 2 letters' }),
    );
}
