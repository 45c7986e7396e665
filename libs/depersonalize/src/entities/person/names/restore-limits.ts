/** What keeps restoring linear in the text. */
export const restoreLimits = {
  /** Written forms of one person that are looked through for the case that an ending asks for; the fullest stands first. */
  formsMax: 100,
} as const;
