import { type CountryResponse, Reader } from 'mmdb-lib';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Public-domain data of the registries, shipped as a package: nobody is asked about a visitor. */
const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const UNKNOWN = 'Unknown location';

/** Names the country a network belongs to. */
export class Countries {
  private readonly names = new Intl.DisplayNames('en', { type: 'region' });

  private constructor(private readonly reader: Reader<CountryResponse>) {}

  /** Reads the database, about 8 MB, into memory. */
  static async load(): Promise<Countries> {
    const file = createRequire(import.meta.url).resolve(DATABASE);
    return new Countries(new Reader(await readFile(file)));
  }

  /** `Germany`; of an address nobody holds or that is none, `Unknown location`. */
  of(ip: string): string {
    try {
      // This database writes the code at the top of an entry, MaxMind's own below `country`.
      const entry = this.reader.get(ip) as { country_code?: string } | null;
      return entry?.country_code ? (this.names.of(entry.country_code) ?? UNKNOWN) : UNKNOWN;
    } catch {
      return UNKNOWN;
    }
  }
}
