import { Card, PageHeader } from '../components/card.js';
import { useTitle } from '../components/use-title.js';
import { ContactForm } from '../features/site/contact-form.js';
import { Faq } from '../features/site/faq.js';

export function ContactPage() {
  useTitle('Contact');
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
