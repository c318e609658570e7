import { StaffList } from './staff-list.tsx'

/** All mails: sent, refused, waiting and given up. */
export function MailsPage() {
  return <StaffList list="mails" pathOf={({ id }) => `mails/${id}`} />
}
