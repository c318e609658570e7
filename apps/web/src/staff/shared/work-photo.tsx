import type { StepView } from '@cotation/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'

const calls = {
  step: 'GET /global/staff/production/photo/{photoId}',
  inspection: 'GET /global/staff/inspection/photo/{photoId}',
} as const

/** A private photo: fetched with the token, which an `<img>` would not send. */
const photoQuery = (of: keyof typeof calls, photoId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'work-photo', photoId],
    queryFn: ({ signal }) => staffFile(calls[of], { params: { photoId } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface PhotoProps {
  photoId: string
  /** In its row. */
  number: number
}

function WorkPhoto({ of, photoId, number }: PhotoProps & { of: keyof typeof calls }) {
  const t = useTranslations('staff-inspection')
  const { data, isLoadingError } = useQuery(photoQuery(of, photoId))

  return (
    <PhotoThumb
      file={data}
      name={t('photo', { number })}
      openLabel={t('openPhoto', { number })}
      missing={isLoadingError ? t('photoUnavailable', { number }) : undefined}
    />
  )
}

/** A photo of a step. Needs the texts `staff-inspection`. */
export const StepPhoto = (props: PhotoProps) => <WorkPhoto of="step" {...props} />

/** A photo of an inspection. Needs the texts `staff-inspection`. */
export const InspectionPhoto = (props: PhotoProps) => <WorkPhoto of="inspection" {...props} />

/** What operators photographed at a step. Needs the texts `staff-inspection` and `staff-work`. */
export function StepPhotos({ name, photos }: { name: string } & Pick<StepView, 'photos'>) {
  const t = useTranslations('staff-work')

  return (
    <PhotoRow label={t('photosOf', { name })}>
      {photos.map(({ id }, index) => (
        <li key={id}>
          <StepPhoto photoId={id} number={index + 1} />
        </li>
      ))}
    </PhotoRow>
  )
}
