import { type StaffRole, staffRoles } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'

const isBuiltIn = (id: string): id is StaffRole => (staffRoles as readonly string[]).includes(id)

/** The name of a role: the built-in ones are translated, the shop's own ones have one name. */
export function useRoleName() {
  const t = useTranslations('staff.roles')
  return ({ id, name }: { id: string; name: string }): string => (isBuiltIn(id) ? t(id) : name)
}
