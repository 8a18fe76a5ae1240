import { ChevronDown } from 'lucide-react';

const QUESTIONS = [
  {
    question: 'Can I use Segue for free?',
    answer:
      'Yes. You can view your library and compare playlists for free, and update one playlist every 24 hours. With Premium you sync and edit as many playlists as you like.',
  },
  {
    question: 'How do I cancel my subscription?',
    answer:
      'Any time, in your account dashboard under Manage Billing. Your access stays until the end of the period you have paid for.',
  },
  {
    question: 'Which platforms are supported?',
    answer: 'Spotify and Apple Music, in both directions.',
  },
  {
    question: 'What data do you store?',
    answer:
      'Only metadata: your account, your permission to reach the platforms, and what we wrote to your playlists. It is never sold or shared.',
  },
];

/** Native disclosure elements: they open by keyboard and without script. */
export function Faq() {
  return (
    <section id="faq" aria-labelledby="faq-title" className="mx-auto max-w-3xl scroll-mt-24">
      <h2 id="faq-title" className="text-center text-3xl">
        Frequently Asked Questions
      </h2>
      <div className="mt-8 divide-y divide-line rounded-3xl border border-line bg-surface px-6 shadow-card">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} name="faq" className="group py-1">
            <summary className="flex list-none items-center justify-between gap-4 rounded-lg py-4 font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronDown
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <p className="pb-5 leading-relaxed text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
