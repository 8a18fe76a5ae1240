/** Names and languages of the storefronts our data know; others answer with their code. */
const STOREFRONTS: Record<string, { name: string; language: string }> = {
  de: { name: 'Germany', language: 'de-DE' },
  es: { name: 'Spain', language: 'es-ES' },
  fr: { name: 'France', language: 'fr-FR' },
  gb: { name: 'United Kingdom', language: 'en-GB' },
  it: { name: 'Italy', language: 'it' },
  nl: { name: 'Netherlands', language: 'nl' },
  pl: { name: 'Poland', language: 'pl' },
  us: { name: 'United States', language: 'en-US' },
};

export function storefrontResource(id: string) {
  const { name, language } = STOREFRONTS[id] ?? { name: id.toUpperCase(), language: 'en-GB' };
  return {
    id,
    type: 'storefronts',
    href: `/v1/storefronts/${id}`,
    attributes: {
      name,
      defaultLanguageTag: language,
      supportedLanguageTags: [...new Set([language, 'en-GB'])],
      explicitContentPolicy: 'allowed',
    },
  };
}
