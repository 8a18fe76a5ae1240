import { type RefObject, useEffect, useState } from 'react';

/** True from the moment the element first came near the window. */
export function useVisible(element: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (element.current === null || visible) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setVisible(true), {
      rootMargin: '200px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, visible]);
  return visible;
}
