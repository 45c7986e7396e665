/** Labelled sets that the models are trained on when present, by language. */
export const trainingSets: Readonly<Record<'ru' | 'en', readonly string[]>> = {
  ru: ['ru-factrueval-dev', 'ru-constructed-dev', 'ru-ud-names-dev'],
  en: ['en-presidio-research-dev', 'en-uner-ewt-dev', 'en-wnut17-dev'],
};
