import { Link } from '../components/link.js';
import { Logo } from '../components/logo.js';
import { resetConsent } from '../lib/consent.js';
import { useOperator } from '../lib/operator.js';
import { paths } from '../lib/paths.js';

type Entry = { text: string } & ({ to: string } | { action: () => void });

const COLUMNS: ReadonlyArray<{ title: string; links: readonly Entry[] }> = [
  {
    title: 'Resources',
    links: [
      { to: paths.pricing, text: 'Pricing' },
      { to: paths.faq, text: 'FAQ' },
    ],
  },
  {
    title: 'Help',
    links: [
      { to: paths.contact, text: 'Contact' },
      { action: resetConsent, text: 'Cookie Settings' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.privacyPolicy, text: 'Privacy Policy' },
      { to: paths.cookiePolicy, text: 'Cookie Policy' },
      { to: paths.termsOfService, text: 'Terms of Service' },
      { to: paths.legalNotice, text: 'Legal Notice' },
    ],
  },
];

const LINK = 'inline-block rounded py-1 text-sm text-muted hover:text-ink hover:underline';

export function Footer() {
  const { instagramUrl, tiktokUrl } = useOperator();
  const profiles = [
    { href: instagramUrl, text: 'Instagram' },
    { href: tiktokUrl, text: 'TikTok' },
  ];
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <Logo />
          <p className="mt-4 text-sm text-muted">
            {/* The page may have been written in another year than it is read. */}©{' '}
            <span suppressHydrationWarning>{new Date().getFullYear()}</span> Segue. All rights reserved.
          </p>
          <ul className="mt-3 flex gap-4">
            {profiles.map(({ href, text }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
          <Link to={paths.withdrawal} className={`mt-3 ${LINK}`}>
            Withdraw from a contract here
          </Link>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-semibold">{title}</h2>
            <ul className="mt-3 space-y-1">
              {links.map((entry) => (
                <li key={entry.text}>
                  <FooterEntry entry={entry} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}

function FooterEntry({ entry }: { entry: Entry }) {
  if ('to' in entry) {
    return (
      <Link to={entry.to} className={LINK}>
        {entry.text}
      </Link>
    );
  }
  return (
    <button type="button" data-opens-consent onClick={entry.action} className={LINK}>
      {entry.text}
    </button>
  );
}
