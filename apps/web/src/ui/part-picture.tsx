import { gatewayPath } from '#lib/gateway/api.ts'
import classes from './part-picture.module.css'

/** The server's picture of a part, or the empty place of one. Whoever shows it says beside it what it is. */
export function PartPicture({ thumbnailId, small = false }: { thumbnailId: string | null; small?: boolean }) {
  const look = `${classes.picture} ${small ? classes.small : ''}`
  if (thumbnailId === null) return <span className={look} aria-hidden />
  const src = gatewayPath('/global/quote/thumbnail/{thumbnailId}', { params: { thumbnailId } })
  return <img className={look} src={src} alt="" loading="lazy" decoding="async" width={72} height={72} />
}
