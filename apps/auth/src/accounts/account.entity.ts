import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('accounts')
export class Account {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** Lower case; unique. */
  @Column('text', { unique: true })
  email: string;

  @Column('text', { name: 'password_hash' })
  passwordHash: string;

  @Column('boolean', { name: 'is_admin' })
  isAdmin: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_login', nullable: true })
  lastLogin: Date | null;

  /** The terms the member agreed to when registering; null before they had versions. */
  @Column('text', { name: 'terms_version', nullable: true })
  termsVersion: string | null;
}
