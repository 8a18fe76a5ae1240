const MOST_LINES = 200;
/** One line of a long stack trace must not push all others out. */
const LONGEST_LINE = 2000;

/** The newest lines a process logged, errors apart from the rest. Lives as long as the process does. */
export class RecentLines {
  private readonly errors: string[] = [];
  private readonly others: string[] = [];

  /** @param line one JSON line, redacted already. */
  add(line: string, isError: boolean): void {
    const lines = isError ? this.errors : this.others;
    const text = line.trimEnd();
    lines.push(text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text);
    if (lines.length > MOST_LINES) lines.shift();
  }

  /** Newest first. */
  read(): { error: string[]; out: string[] } {
    return { error: this.errors.toReversed(), out: this.others.toReversed() };
  }
}
