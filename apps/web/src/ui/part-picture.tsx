import { gatewayPath } from '#lib/gateway/api.ts'
import { classNames } from './class-names.ts'
import classes from './part-picture.module.css'

/**
 * The server's picture of a part, or an empty frame. Decorative: the text beside it names the part.
 */
export function PartPicture({ thumbnailId, small = false }: { thumbnailId: string | null; small?: boolean }) {
  const className = classNames(classes.picture, small && classes.small)
  if (thumbnailId === null) return <span className={className} aria-hidden />

  const src = gatewayPath('/global/quote/thumbnail/{thumbnailKey}', { params: { thumbnailKey: thumbnailId } })
  return <img className={className} src={src} alt="" loading="lazy" decoding="async" width={72} height={72} />
}
