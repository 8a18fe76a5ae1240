import { WITHDRAWAL_DAYS } from '@segue/contracts';
import { Card, PageHeader } from '../components/card.js';
import { TextLink } from '../components/text-link.js';
import { type PageHead, useHeadTags } from '../components/use-head-tags.js';
import { WithdrawalForm } from '../features/site/withdrawal-form.js';
import { paths } from '../lib/paths.js';

export const WITHDRAWAL_HEAD: PageHead = {
  title: 'Withdraw from a contract | Segue',
  description: `Withdraw from your contract for Segue Premium within ${WITHDRAWAL_DAYS} days of the purchase, without giving a reason. You get a receipt by mail.`,
};

export function WithdrawalPage() {
  useHeadTags(WITHDRAWAL_HEAD);
  return (
    <div className="page">
      <div className="mx-auto max-w-3xl">
        <PageHeader
          title="Withdraw from a contract"
          lead={`Within ${WITHDRAWAL_DAYS} days of buying Premium you may withdraw without giving a reason.`}
        />
        <Card className="sm:p-9">
          <WithdrawalForm />
        </Card>
        <p className="mt-6 leading-relaxed text-muted">
          What follows is told in the <TextLink to={paths.termsOfService}>Terms of Service</TextLink>. To stop Premium
          from renewing instead, cancel it in your <TextLink to={paths.account}>account</TextLink>.
        </p>
      </div>
    </div>
  );
}
