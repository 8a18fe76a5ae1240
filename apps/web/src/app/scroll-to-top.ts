import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Every route begins at its top, unless the address names a place in it. */
export function useScrollToTop(): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (hash === '') {
      window.scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    // The page may still be on its way: its part of the script loads on demand.
    const target = () => document.getElementById(decodeURIComponent(hash.slice(1)));
    const observer = new MutationObserver(() => show());
    const show = () => {
      const element = target();
      // Nobody can scroll to what stands behind the session's spinner; that the spinner goes is seen here, too.
      if (element === null || element.closest('[hidden]') !== null) return;
      observer.disconnect();
      element.scrollIntoView();
    };
    observer.observe(document.body, { childList: true, subtree: true });
    show();
    return () => observer.disconnect();
  }, [pathname, hash]);
}
