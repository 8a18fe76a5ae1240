import { Link } from '../components/link.js';
import { Logo } from '../components/logo.js';
import { paths } from '../lib/paths.js';

const COLUMNS = [
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
      { to: paths.cookieSettings, text: 'Cookie Settings' },
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

/** The operator's profiles; the addresses are the networks' own until an operator fills in theirs. */
const SOCIAL = [
  { href: 'https://www.instagram.com/', text: 'Instagram' },
  { href: 'https://www.tiktok.com/', text: 'TikTok' },
];

const LINK = 'inline-block rounded py-1 text-sm text-muted hover:text-ink hover:underline';

export function Footer() {
  return (
    <footer className="mt-24 border-t border-line">
      <div className="page grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div>
          <Logo />
          <p className="mt-4 text-sm text-muted">© {new Date().getFullYear()} Segue. All rights reserved.</p>
          <ul className="mt-3 flex gap-4">
            {SOCIAL.map(({ href, text }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-semibold">{title}</h2>
            <ul className="mt-3 space-y-1">
              {links.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to} className={LINK}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
