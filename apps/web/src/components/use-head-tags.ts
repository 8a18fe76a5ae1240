import { useEffect } from 'react';

/** What search engines and shared links show of a page. */
export interface PageHead {
  title: string;
  /** One or two sentences, at most some 160 characters. */
  description: string;
}

/** Title, description, canonical address and card of a public page. Those written into the page when it was built stay. */
export function useHeadTags({ title, description }: PageHead): void {
  useEffect(() => {
    document.title = title;
    const address = window.location.origin + window.location.pathname;
    put('meta', 'name', 'description').setAttribute('content', description);
    const canonical = put('link', 'rel', 'canonical');
    canonical.setAttribute('href', address);
    const card = { 'og:title': title, 'og:description': description, 'og:type': 'website', 'og:url': address };
    const tags = Object.entries(card).map(([property, content]) => {
      const tag = put('meta', 'property', property);
      tag.setAttribute('content', content);
      return tag;
    });
    return () => [canonical, ...tags].forEach((tag) => tag.remove());
  }, [title, description]);
}

/** The head's tag with this attribute; made when there is none. */
function put(name: 'meta' | 'link', attribute: string, value: string): Element {
  const there = document.head.querySelector(`${name}[${attribute}="${value}"]`);
  if (there !== null) return there;
  const tag = document.createElement(name);
  tag.setAttribute(attribute, value);
  document.head.append(tag);
  return tag;
}
