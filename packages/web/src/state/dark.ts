// Is the page dark? What was chosen, else what the system prefers.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { theme } from './state.ts';

const preferred = globalThis.matchMedia('(prefers-color-scheme: dark)');
const prefersDark = signal(preferred.matches);
preferred.addEventListener('change', ({ matches }) => {
  prefersDark.value = matches;
});

export const isDark: ReadonlySignal<boolean> = computed(() =>
  theme.value === 'auto' ? prefersDark.value : theme.value === 'dark',
);
