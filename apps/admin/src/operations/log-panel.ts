/** What the panels show of one event. */
interface LogLine {
  /** ISO 8601; empty when the line does not say. */
  time: string;
  text: string;
}

/** Lines are cut where they are kept, so the end of a JSON text may be missing; pino writes these fields first. */
const HEAD = /^\{"level":"(\w+)","time":"([^"]+)","service":"(\w+)"/;
const HEAD_FIELDS = new Set(['level', 'time', 'service']);
// A log is text for people: no line may end early or steer a terminal.
const CONTROL = /\p{Cc}+/gu;

function toLine(json: string): LogLine {
  const [, level = '', time = '', service = ''] = HEAD.exec(json) ?? [];
  const head = `${time} ${service} ${level}`.trim();
  return { time, text: `${head}  ${bodyOf(json)}`.trim().replace(CONTROL, ' ') };
}

/** The sentence, and after it the fields as JSON. */
function bodyOf(json: string): string {
  try {
    const { msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
    const rest = Object.entries(fields).filter(([name]) => !HEAD_FIELDS.has(name));
    return [msg, rest.length > 0 && JSON.stringify(Object.fromEntries(rest))].filter(Boolean).join('  ');
  } catch {
    return json;
  }
}

/**
 * One panel: the newest lines of all services, newest first, one event a line.
 * @param lines JSON lines as the services wrote them, in any order.
 * @param maxBytes of the text as it is sent; older lines that do not fit are left out.
 */
export function toPanel(lines: readonly string[], maxBytes: number): string {
  const newestFirst = lines.map(toLine).sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
  const shown: string[] = [];
  let bytes = 0;
  for (const { text } of newestFirst) {
    bytes += Buffer.byteLength(JSON.stringify(text));
    if (bytes > maxBytes) break;
    shown.push(text);
  }
  return shown.join('\n');
}
