import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PhotoRow, PhotoThumb } from '#ui/photo-thumb.tsx'
import { photoQuery } from './after-sale.api.ts'

/** The photos of one message. */
export function PhotoList({ photoIds }: { photoIds: readonly string[] }) {
  const t = useTranslations('after-sale.photos')

  return (
    <PhotoRow label={t('title')}>
      {photoIds.map((photoId, i) => (
        <li key={photoId}>
          <SentPhoto photoId={photoId} number={i + 1} />
        </li>
      ))}
    </PhotoRow>
  )
}

/** A photo that the server has. */
export function SentPhoto({ photoId, number }: { photoId: string; number: number }) {
  const t = useTranslations('after-sale.photos')
  const { data, isLoadingError } = useQuery(photoQuery(photoId))

  return (
    <PhotoThumb
      file={data}
      name={t('photo', { number })}
      openLabel={t('open', { number })}
      missing={isLoadingError ? t('unavailable', { number }) : undefined}
    />
  )
}
