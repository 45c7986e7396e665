import { describeBroker } from './broker-conformance';
import { openMemoryLab } from './broker-lab';
import { describeSignals } from './signal-conformance';

describeBroker('the broker inside the process', openMemoryLab);
describeSignals('signals inside the process', openMemoryLab);
