import type { TrayGroup } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { ActionButton } from '#staff/shared/action-button.tsx'
import { useSizeText } from '#staff/shared/size-text.ts'
import { staffAddress } from '#staff/shared/staff-link.tsx'
import { StaffPage } from '#staff/shared/staff-page.tsx'
import { useLiveProduction } from '#staff/shared/use-live-topic.ts'
import { Alert } from '#ui/alert.tsx'
import { Facts } from '#ui/facts.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { trayQueries } from '../tray.api.ts'
import { PiecesTable, type PrintedPart, useQuantities } from './pieces-table.tsx'
import { candidatesQuery, openTray } from './tray-actions.api.ts'
import { TrayFill } from './tray-fill.tsx'

const groupKey = ({ station, materialId, colourId }: TrayGroup) => `${station} ${materialId} ${colourId}`

/** Where a tray is put together: machine and material, then the pieces that wait for them. */
export function NewTrayPage() {
  const t = useTranslations('staff-tray')
  const { data, isPending, refetch } = useQuery(candidatesQuery())
  const [chosen, setChosen] = useState('')

  const changed = useCallback(() => void queryClient.invalidateQueries({ queryKey: candidatesQuery().queryKey }), [])
  useLiveProduction(changed)

  if (isPending) return <LoadingState />
  if (!data) return <ErrorState isPage onRetry={() => void refetch()} />

  const group = data.groups.find((one) => groupKey(one) === chosen) ?? data.groups[0]
  if (!group) return <EmptyState isPage title={t('nothingWaits')} text={t('nothingWaitsText')} />

  return (
    <StaffPage title={t('newTitle')} intro={t('newLead')}>
      {data.hasMore ? <Alert tone="warning">{t('more')}</Alert> : null}
      <GroupChoice groups={data.groups} chosen={groupKey(group)} onChoose={setChosen} />
      <Proposal key={groupKey(group)} group={group} />
    </StaffPage>
  )
}

interface GroupChoiceProps {
  groups: readonly TrayGroup[]
  chosen: string
  onChoose: (key: string) => void
}

function GroupChoice({ groups, chosen, onChoose }: GroupChoiceProps) {
  const t = useTranslations('staff-tray')
  const stations = useTranslations('staff-list.choices.station')

  const labelOf = ({ station, material, colour, parts }: TrayGroup) => {
    const count = parts.reduce((sum, { quantity }) => sum + quantity, 0)
    return t('groupOption', { station: stations(station), material, colour, count })
  }

  return (
    <Select
      label={t('group')}
      value={chosen}
      options={groups.map((group) => ({ value: groupKey(group), label: labelOf(group) }))}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

/** The pieces of a group with the quantities that are proposed. */
function Proposal({ group }: { group: TrayGroup }) {
  const t = useTranslations('staff-tray')
  const sizeText = useSizeText()
  const navigate = useNavigate()
  const { attempt, failure, busy } = useAttempt()
  // The same for a second press after an answer was lost.
  const [key] = useState(newId)
  const [isChecked, setChecked] = useState(false)

  const parts: PrintedPart[] = group.parts.map((part) => ({ ...part, max: part.quantity, chosen: part.proposed }))
  const quantities = useQuantities(parts)
  const contents = quantities.pieces.filter(({ quantity }) => quantity > 0)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (contents.length === 0 || !quantities.isValid) return focusFirstError(event.currentTarget)

    void attempt(async () => {
      const { code } = await openTray(key, contents)
      await queryClient.invalidateQueries({ queryKey: trayQueries })
      toast.success(t('opened', { code }))
      await navigate(staffAddress({ path: `work/tray/${code}` }))
    })
  }

  return (
    <Section title={t('parts')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Facts facts={[{ label: t('space'), value: sizeText(group.spaceMm) }]} />
          <TrayFill station={group.station} spaceMm={group.spaceMm} parts={quantities.filled} />
          <PiecesTable caption={t('parts')} parts={parts} quantities={quantities} />
          <FormAlert failure={failure} />
          {isChecked && contents.length === 0 ? (
            <Alert tone="danger" role="alert">
              {t('choose')}
            </Alert>
          ) : null}
          <Row justify="end">
            <ActionButton type="submit" loading={busy}>
              {t('open')}
            </ActionButton>
          </Row>
        </Stack>
      </form>
    </Section>
  )
}
