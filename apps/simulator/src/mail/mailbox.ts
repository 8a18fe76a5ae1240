export interface Mail {
  id: string;
  receivedAt: string;
  from: string;
  /** All recipients, separated by ", ". */
  to: string;
  subject: string;
  text: string;
  html: string;
}

const MAILS_KEPT = 500;

/** Everything anybody sent, newest last. */
export class Mailbox {
  private mails: Mail[] = [];

  add(mail: Mail): void {
    this.mails = [...this.mails, mail].slice(-MAILS_KEPT);
  }

  list(): Mail[] {
    return this.mails;
  }

  find(id: string): Mail | undefined {
    return this.mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.mails = [];
  }
}
