import { Button, ToggleButton } from 'react-aria-components';
import { ariaKeys } from '../shared/action.ts';
import { Icon } from '../shared/icons.tsx';
import { LEAVE_PRESENTATION, present, showTexts, usePresentation } from '../theme/presentation.ts';

/** While presenting: kernel and platform on demand, and the way out. */
export function Presenting() {
  const { isOn, hasTexts } = usePresentation();
  if (!isOn) return null;
  return (
    <div className="presenting">
      <ToggleButton className="button" isSelected={hasTexts} onChange={showTexts}>
        Kernel and platform
      </ToggleButton>
      <Button
        className="button"
        onPress={() => present(false)}
        aria-keyshortcuts={ariaKeys(LEAVE_PRESENTATION.keys)}
      >
        <Icon name="close" size={14} />
        End presentation
      </Button>
    </div>
  );
}
