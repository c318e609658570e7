import classes from './avatar.module.css'
import { classNames } from './class-names.ts'

interface AvatarProps {
  src: string | null
  /** Its initials replace a missing picture. */
  name: string
  /** Empty if the name is beside the picture. */
  alt: string
  size?: 'sm' | 'lg'
}

function initialsOf(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter(Boolean)
  const last = others.at(-1) ?? ''
  return (first.charAt(0) + last.charAt(0)).toUpperCase()
}

/** A person's picture. */
export function Avatar({ src, name, alt, size = 'lg' }: AvatarProps) {
  const className = classNames(classes.avatar, classes[size])
  if (src) return <img className={className} src={src} alt={alt} />

  const label = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return (
    <span className={className} {...label}>
      {initialsOf(name)}
    </span>
  )
}
