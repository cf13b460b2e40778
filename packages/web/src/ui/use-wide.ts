// Is there room for two columns?
import { useEffect, useState } from 'preact/hooks';

const WIDE = '(min-width: 60rem)';

export function useWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const hear = (): void => setWide(media.matches);
    media.addEventListener('change', hear);
    return () => media.removeEventListener('change', hear);
  }, []);
  return wide;
}
