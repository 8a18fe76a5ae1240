import { type ComponentType, lazy, useState } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** Fetches the script ahead. */
  load: () => Promise<ComponentType>;
}

/**
 * A component whose script comes when it is needed; `name` is what the module exports. When the script is there already,
 * it is drawn at once: to React's own `lazy` it would be missing still, and what is shown in between stays for 300 ms.
 */
export function lazyPage<Name extends string>(
  fetchModule: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loaded: ComponentType | undefined;
  const load = async () => (loaded = (await fetchModule())[name]);
  const Late = lazy(async () => ({ default: await load() }));

  function Page() {
    const [Drawn] = useState<ComponentType>(() => loaded ?? Late);
    return <Drawn />;
  }
  return Object.assign(Page, { load });
}
