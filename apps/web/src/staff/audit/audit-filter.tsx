import { auditActions, auditSubjectKinds } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { Row } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './audit.module.css'
import { useAuditTexts } from './audit-texts.ts'
import type { AuditFilterValues } from './use-audit-filter.ts'

interface AuditFilterProps {
  values: AuditFilterValues
  people: readonly { id: string; name: string }[]
  onChange: (changed: Partial<AuditFilterValues>) => void
  onClear: () => void
}

const byLabel = (one: SelectOption, other: SelectOption) => one.label.localeCompare(other.label)

/** Filters of the audit by person, action, subject and time. */
export function AuditFilter({ values, people, onChange, onClear }: AuditFilterProps) {
  const t = useTranslations('staff-audit.filters')
  const { actionText, subjectText } = useAuditTexts()

  const persons = people.map(({ id, name }) => ({ value: id, label: name }))
  const actions = auditActions.map((value) => ({ value, label: actionText(value) })).sort(byLabel)
  const subjects = auditSubjectKinds.map((value) => ({ value, label: subjectText(value) })).sort(byLabel)
  const isFiltered = Object.values(values).some((value) => value !== '')

  return (
    <Row className={classes.filters}>
      <Select
        size="sm"
        label={t('person')}
        options={[{ value: '', label: t('anyone') }, ...persons]}
        value={values.person}
        onChange={(event) => onChange({ person: event.currentTarget.value })}
      />
      <Select
        size="sm"
        label={t('action')}
        options={[{ value: '', label: t('anyAction') }, ...actions]}
        value={values.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <Select
        size="sm"
        label={t('subject')}
        options={[{ value: '', label: t('anySubject') }, ...subjects]}
        value={values.subject}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <SearchField label={t('subjectId')} value={values.subjectId} onSearch={(text) => onChange({ subjectId: text })} />
      <Row>
        <TextField
          type="date"
          size="sm"
          label={t('from')}
          value={values.from}
          max={values.to || undefined}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextField
          type="date"
          size="sm"
          label={t('to')}
          value={values.to}
          min={values.from || undefined}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </Row>
      {isFiltered ? (
        <Button variant="quiet" size="sm" onClick={onClear}>
          {t('clear')}
        </Button>
      ) : null}
    </Row>
  )
}
