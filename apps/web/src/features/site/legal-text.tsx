import { PageHeader } from '../../components/card.js';
import { useTitle } from '../../components/use-title.js';

interface LegalTextProps {
  title: string;
  sections: ReadonlyArray<{ heading: string; paragraphs: readonly string[] }>;
}

/** A legal page: calm, narrow, readable. */
export function LegalText({ title, sections }: LegalTextProps) {
  useTitle(title);
  return (
    <article className="page max-w-3xl">
      <PageHeader title={title} />
      <div className="space-y-10">
        {sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2 className="text-xl">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-3 leading-relaxed text-muted">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
