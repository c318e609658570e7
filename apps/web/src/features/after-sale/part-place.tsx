import { boxOf, type DisplayMesh, type Vec3 } from '@cotation/geometry'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import type { ViewMark } from '#viewer/marks/marks.ts'
import type { ViewedBody } from '#viewer/scene/viewer-messages.ts'
import { Viewer } from '#viewer/viewer.tsx'
import { meshQuery } from './after-sale.api.ts'
import classes from './after-sale.module.css'

type Place = [number, number, number]

interface OrderedPart {
  orderId: string
  lineId: string
  name: string
}

/** "Place: 12.5 / 0 / 8 mm". */
export function usePlaceText() {
  const t = useTranslations('after-sale.place')
  const format = useFormatter()
  const mm = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  return ([x, y, z]: Place) => t('picked', { x: mm(x), y: mm(y), z: mm(z) })
}

interface PartModelProps {
  part: OrderedPart
  place: Place | null
  /** Without it the place is only shown. */
  onPick?: (place: Place) => void
}

function PartModel({ part, place, onPick }: PartModelProps) {
  const t = useTranslations('after-sale.place')
  const mesh = useQuery(meshQuery(part.orderId, part.lineId))
  if (mesh.isPending) return <LoadingState label={t('loading')} />
  if (mesh.isLoadingError) return <Text tone="danger">{t('failed')}</Text>
  return <ModelViewer mesh={mesh.data} name={part.name} place={place} onPick={onPick} />
}

const placeId = 'place'

type ModelViewerProps = Pick<PartModelProps, 'place'> & {
  mesh: DisplayMesh
  name: string
  onPick: ((place: Place) => void) | undefined
}

function ModelViewer({ mesh, name, place, onPick }: ModelViewerProps) {
  const t = useTranslations('after-sale.place')
  const label = t('label')
  const bodies = useMemo<ViewedBody[]>(() => [{ mesh, colour: undefined, closed: false }], [mesh])
  const box = useMemo(() => boxOf(mesh), [mesh])
  const marks = useMemo<ViewMark[]>(
    () => (place ? [{ id: placeId, kind: 'place', tone: 'blocks', at: place, faces: [], label }] : []),
    [place, label],
  )

  return (
    <div className={classes.model}>
      <Viewer
        bodies={bodies}
        box={box}
        description={t('description', { name })}
        marks={marks}
        // The camera flies to a place that is only shown; while picking, it must not move.
        selected={onPick ? undefined : placeId}
        onSelect={() => {}}
        onPick={onPick && (([x, y, z]: Vec3) => onPick([x, y, z]))}
        finish={undefined}
        wallLimitMm={undefined}
      />
    </div>
  )
}

interface PlaceFieldProps {
  part: OrderedPart
  place: Place | null
  onChange: (place: Place | null) => void
}

/** Points at the place of the problem on the model; optional. */
export function PlaceField({ part, place, onChange }: PlaceFieldProps) {
  const t = useTranslations('after-sale.place')
  const placeText = usePlaceText()
  const [isOpen, setIsOpen] = useState(false)
  const { name } = part

  return (
    <Row gap="xs">
      {place ? (
        <Text as="span" size="sm">
          {placeText(place)}
        </Text>
      ) : null}
      <Button
        variant="secondary"
        size="xs"
        aria-label={t(place ? 'changeOf' : 'pickOf', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t(place ? 'change' : 'pick')}
      </Button>
      {place ? (
        <Button variant="quiet" size="xs" aria-label={t('removeOf', { name })} onClick={() => onChange(null)}>
          {t('remove')}
        </Button>
      ) : null}
      {isOpen ? (
        <PickDialog
          part={part}
          place={place}
          onClose={() => setIsOpen(false)}
          onPick={(picked) => {
            onChange(picked)
            setIsOpen(false)
          }}
        />
      ) : null}
    </Row>
  )
}

interface PickDialogProps {
  part: OrderedPart
  place: Place | null
  onPick: (place: Place) => void
  onClose: () => void
}

function PickDialog({ part, place, onPick, onClose }: PickDialogProps) {
  const t = useTranslations('after-sale.place')
  const placeText = usePlaceText()
  const [picked, setPicked] = useState(place)

  return (
    <Dialog opened onClose={onClose} title={t('title', { name: part.name })} size="xl" keepsOpenOutside>
      <Stack gap="sm">
        <Hint>{t('help')}</Hint>
        <PartModel part={part} place={picked} onPick={setPicked} />
        <Row justify="between">
          <Text size="sm" role="status">
            {picked ? placeText(picked) : t('none')}
          </Text>
          <Button size="sm" disabled={!picked} onClick={() => picked && onPick(picked)}>
            {t('use')}
          </Button>
        </Row>
        <Hint>{t('optional')}</Hint>
      </Stack>
    </Dialog>
  )
}

/** Shows a claimed place on the model again. */
export function PlaceButton({ part, place }: { part: OrderedPart; place: Place }) {
  const t = useTranslations('after-sale.place')
  const placeText = usePlaceText()
  const [isOpen, setIsOpen] = useState(false)
  const { name } = part

  return (
    <>
      <Button variant="link" onClick={() => setIsOpen(true)}>
        {t('show', { name })}
      </Button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={t('shown', { name })} size="xl">
        <Stack gap="sm">
          <PartModel part={part} place={place} />
          <Text size="sm">{placeText(place)}</Text>
        </Stack>
      </Dialog>
    </>
  )
}
