import { type ConfigurationDescription, descriptionTexts } from '@cotation/domain'
import type { ReactNode } from 'react'
import { PartPicture } from '#ui/part-picture.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './after-sale.module.css'

interface ProductProps {
  product: { name: string; thumbnailId: string | null } & Partial<ConfigurationDescription>
  /** Shown beside the picture, instead of the plain name. */
  title?: ReactNode
  children: ReactNode
}

/** A product of an order: picture, name and choices, and what the form asks about it. */
export function Product({ product, title, children }: ProductProps) {
  const { name, thumbnailId, material = '', process = '', colour = '', tolerance = '', services = [] } = product
  const choices = descriptionTexts({ material, process, colour, tolerance, services }).join(' · ')

  return (
    <li className={classes.product}>
      <PartPicture thumbnailId={thumbnailId} small />
      <div className={classes.productText}>
        {title ?? <strong>{name}</strong>}
        {choices === '' ? null : <Hint>{choices}</Hint>}
        {children}
      </div>
    </li>
  )
}
