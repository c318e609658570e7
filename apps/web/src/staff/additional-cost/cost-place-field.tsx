import type { StaffOrderView } from '@cotation/contracts'
import { useMemo, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { LazyPartModel } from '../shared/lazy-part-model.tsx'
import { markAt } from '../shared/model-marks.ts'
import { orderMesh } from '../shared/order-mesh.ts'
import { usePlaceText } from '../shared/place-text.ts'
import type { CostRequest } from './cost.api.ts'

type Place = NonNullable<CostRequest['place']>

interface CostPlaceFieldProps {
  order: StaffOrderView
  place: Place | null
  onChange: (place: Place | null) => void
}

/** The place on the model of a part that the cost is about; optional. */
export function CostPlaceField({ order, place, onChange }: CostPlaceFieldProps) {
  const t = useTranslations('staff-additional-cost.form')
  const placeText = usePlaceText()
  const [lineId, setLineId] = useState('')
  const line = order.lines.find(({ id }) => id === lineId)

  const show = (id: string) => {
    setLineId(id)
    onChange(null)
  }

  return (
    <Stack gap="xs">
      <Select
        label={t('place')}
        description={t('placeHint')}
        value={lineId}
        options={[
          { value: '', label: t('noPlace') },
          ...order.lines.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ target }) => show(target.value)}
      />
      {line ? (
        <>
          <Hint>{t('pickHint')}</Hint>
          <PickModel
            key={line.id}
            orderId={order.id}
            line={line}
            place={place}
            onPick={(pointMm) => onChange({ orderLineId: line.id, pointMm })}
          />
          <Row gap="sm">
            <Text size="sm" role="status">
              {place ? placeText(place.pointMm) : t('notPicked')}
            </Text>
            {place ? (
              <ActionButton size="xs" variant="quiet" onClick={() => onChange(null)}>
                {t('removePlace')}
              </ActionButton>
            ) : null}
          </Row>
        </>
      ) : null}
    </Stack>
  )
}

interface PickModelProps {
  orderId: string
  line: StaffOrderView['lines'][number]
  place: Place | null
  onPick: (at: [number, number, number]) => void
}

function PickModel({ orderId, line: { id, name }, place, onPick }: PickModelProps) {
  const t = useTranslations('staff-additional-cost')
  const label = t('place')
  const marks = useMemo(
    () => (place ? [markAt('place', { kind: 'place', tone: 'warns', label }, place.pointMm)] : []),
    [place, label],
  )

  return <LazyPartModel {...orderMesh(orderId, id)} name={name} marks={marks} onPick={onPick} />
}
