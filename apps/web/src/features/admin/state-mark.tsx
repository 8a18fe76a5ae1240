export type Tone = 'good' | 'warn' | 'bad';

const COLOURS: Record<Tone, string> = { good: 'bg-good', warn: 'bg-warn', bad: 'bg-danger' };

/** A dot for the eye beside the word that says it. */
export function StateMark({ text, tone }: { text: string; tone: Tone }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span className={`size-2 shrink-0 rounded-full ${COLOURS[tone]}`} aria-hidden="true" />
      {text}
    </span>
  );
}
