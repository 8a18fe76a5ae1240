/** Pages on their way while the reader works on one; the governor bounds the member as a whole. */
const PAGES_AHEAD = 3;

interface Page {
  /** Entries of the whole list; null where the platform does not say. */
  readonly total: number | null;
  readonly hasMore: boolean;
}

/**
 * All pages of a list in order, each asked for at its own offset: a platform's `next` link may drop parameters or point
 * to another host. When the first page tells the total, the others are fetched a few at a time.
 */
export async function* readAhead<P extends Page>(
  pageAt: (offset: number) => Promise<P>,
  pageSize: number,
): AsyncGenerator<P> {
  const first = await pageAt(0);
  yield first;
  if (first.total === null) yield* oneByOne(pageAt, pageSize, first);
  else yield* severalAtOnce(pageAt, offsetsAfterFirst(first.total, pageSize));
}

async function* oneByOne<P extends Page>(
  pageAt: (offset: number) => Promise<P>,
  pageSize: number,
  first: P,
): AsyncGenerator<P> {
  let page = first;
  for (let offset = pageSize; page.hasMore; offset += pageSize) {
    page = await pageAt(offset);
    yield page;
  }
}

async function* severalAtOnce<P>(pageAt: (offset: number) => Promise<P>, offsets: number[]): AsyncGenerator<P> {
  const underWay: Promise<P>[] = [];
  const startNext = () => {
    const offset = offsets.shift();
    if (offset === undefined) return;
    const fetching = pageAt(offset);
    // The reader may stop at an earlier failure; this one must not count as unhandled then.
    fetching.catch(() => undefined);
    underWay.push(fetching);
  };
  for (let ahead = 0; ahead < PAGES_AHEAD; ahead += 1) startNext();
  for (let next = underWay.shift(); next; next = underWay.shift()) {
    const arrived = await next;
    startNext();
    yield arrived;
  }
}

function offsetsAfterFirst(total: number, pageSize: number): number[] {
  const pages = Math.max(0, Math.ceil(total / pageSize) - 1);
  return Array.from({ length: pages }, (_, index) => (index + 1) * pageSize);
}
