import { Card, PageHeader } from '../components/card.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { ContactForm } from '../features/site/contact-form.js';
import { Faq } from '../features/site/faq.js';

export const CONTACT_HEAD: PageHead = {
  title: 'Contact | Segue',
  description:
    'Write to the people behind Segue, or find the answer at once: free use, cancelling, supported platforms, stored data.',
};

export function ContactPage() {
  useHeadTags(CONTACT_HEAD);
  return (
    <div className="page">
      <div className="mx-auto max-w-3xl">
        <PageHeader title="Contact" lead="Write to us. We reply within 1 to 2 business days." />
        <Card className="sm:p-9">
          <ContactForm />
        </Card>
      </div>
      <div className="mt-24">
        <Faq />
      </div>
    </div>
  );
}
