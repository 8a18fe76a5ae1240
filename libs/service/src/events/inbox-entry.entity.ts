import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event this service has heard, so that hearing it again changes nothing. */
@Entity('inbox')
export class InboxEntry {
  @PrimaryColumn('uuid', { name: 'event_id' })
  eventId: string;

  @Column('timestamptz', { name: 'heard_at' })
  heardAt: Date;
}
