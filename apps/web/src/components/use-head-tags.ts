import { useEffect } from 'react';

/** Title, description and canonical address of a page that search engines should know. Returned to the usual after it. */
export function useHeadTags(title: string, description: string): void {
  useEffect(() => {
    document.title = title;
    const canonical = document.createElement('link');
    canonical.rel = 'canonical';
    canonical.href = window.location.origin + window.location.pathname;
    document.head.append(canonical);
    document.head.querySelector('meta[name="description"]')?.setAttribute('content', description);
    const card = { 'og:title': title, 'og:description': description, 'og:type': 'website', 'og:url': canonical.href };
    const tags = Object.entries(card).map(([property, content]) => {
      const meta = document.createElement('meta');
      meta.setAttribute('property', property);
      meta.content = content;
      return meta;
    });
    document.head.append(...tags);
    return () => [canonical, ...tags].forEach((tag) => tag.remove());
  }, [title, description]);
}
