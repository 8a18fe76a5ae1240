import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event we have heard, so that it has one effect however often it comes. */
@Entity('stripe_events')
export class StripeEventEntry {
  @PrimaryColumn('text')
  id: string;

  @Column('timestamptz', { name: 'heard_at' })
  heardAt: Date;
}
