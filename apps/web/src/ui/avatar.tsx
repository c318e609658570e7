import classes from './avatar.module.css'

interface AvatarProps {
  src: string | null
  /** Its initials replace a missing picture. */
  name: string
  alt: string
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('')
}

/** A person's picture. */
export function Avatar({ src, name, alt }: AvatarProps) {
  if (src) return <img className={classes.avatar} src={src} alt={alt} />
  return (
    <span className={classes.avatar} role="img" aria-label={alt}>
      {initialsOf(name)}
    </span>
  )
}
