import { PlatformGlyph } from '../../components/platform-glyph.js';
import { PLATFORM_NAMES } from '../../lib/platform-names.js';

export function SupportedPlatforms() {
  return (
    <section aria-labelledby="platforms-title" className="text-center">
      <h2 id="platforms-title" className="text-sm font-semibold tracking-normal text-muted">
        Supported platforms
      </h2>
      <ul className="mt-5 flex flex-wrap justify-center gap-x-10 gap-y-4">
        {Object.entries(PLATFORM_NAMES).map(([id, name]) => (
          <li key={id} className="flex items-center gap-3 text-xl font-semibold">
            <PlatformGlyph platform={id as keyof typeof PLATFORM_NAMES} className="size-8" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
