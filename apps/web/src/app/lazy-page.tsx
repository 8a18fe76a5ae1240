import { type ComponentType, lazy, useState } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** Fetches the script ahead. */
  load: () => Promise<ComponentType>;
}

/**
 * A component whose script comes when it is needed; `name` is what the module exports. When the script is there already,
 * it is drawn at once: to React's own `lazy` it would be missing still, and what is shown in between stays for 300 ms. What
 * the module asks ahead is under way before it is drawn for the first time.
 */
export function lazyPage<Name extends string>(
  fetchModule: () => Promise<Record<Name, ComponentType> & { askAhead?: () => void }>,
  name: Name,
): LazyPage {
  let loaded: ComponentType | undefined;
  const load = async () => {
    const module = await fetchModule();
    if (loaded === undefined) module.askAhead?.();
    return (loaded = module[name]);
  };
  const Late = lazy(async () => ({ default: await load() }));

  function Page() {
    const [Drawn] = useState<ComponentType>(() => loaded ?? Late);
    return <Drawn />;
  }
  return Object.assign(Page, { load });
}
