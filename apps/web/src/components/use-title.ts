import { useEffect } from 'react';

/** The tab's title: the page, then the house. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | Segue`;
  }, [title]);
}
