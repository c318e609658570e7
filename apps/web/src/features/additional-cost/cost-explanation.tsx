import type { AdditionalCostView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useObjectUrl } from '#lib/use-object-url.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { pictureQuery } from './additional-cost.api.ts'
import classes from './additional-cost.module.css'

/** The explanation by staff, with the check, the picture and the place on the model, if given. */
export function CostExplanation({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('additional-cost')
  const { id, number, explanation, checkName, hasPicture, place } = cost

  return (
    <div className={classes.explanation}>
      <p className={classes.text}>{explanation}</p>
      {checkName === null ? null : <Hint>{t('check', { name: checkName })}</Hint>}
      {hasPicture ? <CostPicture costId={id} alt={t('picture', { number })} /> : null}
      {place ? <CostPlace place={place} /> : null}
    </div>
  )
}

function CostPicture({ costId, alt }: { costId: string; alt: string }) {
  const t = useTranslations('additional-cost')
  const { data, isLoadingError } = useQuery(pictureQuery(costId))
  const url = useObjectUrl(data)

  if (isLoadingError) return <Hint>{t('pictureFailed')}</Hint>
  return url === undefined ? <LoadingState /> : <img className={classes.picture} src={url} alt={alt} />
}

type Place = NonNullable<AdditionalCostView['place']>

/** The 3D view is loaded when it is opened: few customers need it. */
const PlaceOnModel = lazy(async () => ({ default: (await import('./place-on-model.tsx')).PlaceOnModel }))

function CostPlace({ place }: { place: Place }) {
  const t = useTranslations('additional-cost.place')
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { name, projectId, lineId, pointMm } = place
  const [x = 0, y = 0, z = 0] = pointMm
  const placeText = t('at', { name, x: number(x), y: number(y), z: number(z) })

  return (
    <div>
      <Text size="sm">
        {t('title')} · {placeText}
      </Text>
      {projectId === null || lineId === null ? null : (
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      )}
      {projectId !== null && lineId !== null && isOpen ? (
        <Dialog opened size="xl" title={name} onClose={() => setOpen(false)}>
          <Suspense fallback={<LoadingState />}>
            <PlaceOnModel projectId={projectId} lineId={lineId} at={[x, y, z]} label={placeText} />
          </Suspense>
        </Dialog>
      ) : null}
    </div>
  )
}
