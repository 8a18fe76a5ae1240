import { PLATFORM_IDS, PLATFORMS } from '@segue/contracts';
import { PlatformGlyph } from '../../components/platform-glyph.js';

export function SupportedPlatforms() {
  return (
    <section aria-labelledby="platforms-title" className="text-center">
      <h2 id="platforms-title" className="text-sm font-semibold tracking-normal text-muted">
        Supported platforms
      </h2>
      <ul className="mt-5 flex flex-wrap justify-center gap-x-10 gap-y-4">
        {PLATFORM_IDS.map((id) => (
          <li key={id} className="flex items-center gap-3 text-xl font-semibold">
            <PlatformGlyph platform={id} className="size-8" />
            {PLATFORMS[id].name}
          </li>
        ))}
      </ul>
    </section>
  );
}
